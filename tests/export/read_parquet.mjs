// Reads files of Parquet by DuckDB and by hyparquet and prints JSON: read_parquet.mjs duckdb SQL...
// prints the rows of each question; read_parquet.mjs hyparquet FILE... those of each file.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const modules = process.env.PAJE_NODE_MODULES;
const require = createRequire(`${modules}/of.js`);
const load = (name) => import(pathToFileURL(require.resolve(name)));
// Every bit of a double, and what JSON has no numbers for.
const plain = (key, value) => {
  if (typeof value === 'bigint') return Number(value);
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
};
const print = (rows) => console.log(JSON.stringify(rows, plain));

const [reader, ...words] = process.argv.slice(2);
if (reader === 'duckdb') {
  const { DuckDBInstance } = require('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const question of words) {
    const found = await connection.runAndReadAll(question);
    print(found.getRowObjectsJS());
  }
} else {
  const { parquetReadObjects, asyncBufferFromFile } = await import(
    pathToFileURL(`${modules}/hyparquet/src/node.js`));
  const { compressors } = await import(
    pathToFileURL(`${modules}/hyparquet-compressors/src/index.js`));
  for (const path of words) {
    print(await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors }));
  }
}
