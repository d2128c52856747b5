#include "report/style.hpp"

namespace paje::tools {

std::string_view page_rules() {
  return R"(
:root{--paper:#ffffff;--ink:#1d232a;--dim:#5c6670;--line:#dfe4e8;--soft:#f5f7f9;--alert:#b4470a;
  --link:#1f6aa5}
@media screen and (prefers-color-scheme:dark){
:root{--paper:#15191e;--ink:#e6e9ec;--dim:#9ba6b1;--line:#2e363e;--soft:#1c2228;--alert:#f2945a;
  --link:#74b7e8}
}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);color-scheme:light dark}
body{max-width:1064px;margin:0 auto;padding:28px 32px 60px;
  font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif;
  font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 20px;border-bottom:1px solid var(--line);
  padding-bottom:10px}
h1{font-size:20px;line-height:1.3;margin:0}
header p{margin:0;color:var(--dim);font-size:13px}
nav{font-size:13px;margin:10px 0 0;display:flex;flex-wrap:wrap;gap:2px 16px}
nav a{color:var(--link);text-decoration:none}
nav a:hover{text-decoration:underline}
h2{font-size:18px;line-height:1.3;margin:0 0 6px}
section{margin-top:44px;border-top:1px solid var(--line);padding-top:18px}
p{margin:0 0 12px;max-width:78ch}
.verdict{font-size:21px;line-height:1.42;margin:22px 0 20px;max-width:none}
.verdict b{font-weight:600}
.cause b{color:var(--alert)}
.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;margin:0 0 22px}
.tiles div{background:var(--soft);border-radius:8px;padding:10px 14px 12px}
.tiles dt{font-size:12.5px;color:var(--dim)}
.tiles dd{margin:0;font-size:24px;line-height:1.3;font-weight:600}
.tiles dd.note{font-size:12px;line-height:1.4;font-weight:400;color:var(--dim)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:8px 28px;align-items:start}
.two figure{margin-top:0}
ul{margin:0;padding-left:18px}
li{margin:0 0 7px}
li.lack{font-weight:600}
li.warning{color:var(--alert);font-weight:600}
figure{margin:18px 0 22px}
figcaption{font-size:13px;color:var(--dim);margin-bottom:10px}
figcaption b{color:var(--ink);font-weight:600}
svg{display:block;max-width:100%;height:auto}
.table{overflow-x:auto;margin:14px 0 22px}
table{border-collapse:collapse;width:100%;font-size:13px;line-height:1.4}
caption{text-align:left;font-weight:600;padding-bottom:6px}
th{font-weight:400;color:var(--dim);text-align:left;vertical-align:bottom}
th,td{padding:4px 14px 4px 0;border-bottom:1px solid var(--line)}
td{min-width:6.5em}
.two td:first-child{min-width:9em}
td.n{min-width:0}
th:last-child,td:last-child{padding-right:0}
.n{text-align:right}
td.n{white-space:nowrap}
.more{color:var(--dim);font-size:13px;margin:6px 0 0}
footer{margin-top:44px;border-top:1px solid var(--line);padding-top:12px;color:var(--dim);font-size:12.5px}
@media screen and (max-width:760px){
body{padding:18px 16px 40px}.two{grid-template-columns:1fr}.tiles{grid-template-columns:1fr 1fr}
}
@media print{
@page{margin:14mm}
html{color-scheme:light}
body{max-width:none;padding:0;font-size:10.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}
nav{display:none}
section{margin-top:22pt}
h2,section>p,figcaption,caption{break-after:avoid}
.two{gap:8px 20px}
table{font-size:9pt}
figure,tr,p,li,.tiles{break-inside:avoid}
}
)";
}

}  // namespace paje::tools
