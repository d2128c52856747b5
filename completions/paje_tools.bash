# Bash completion of all tools of this project; installed under each tool's name.
# The options are those that the tool itself lists under --help.
_paje_tools() {
  local tool=$1 word=$2 previous=$3 options
  COMPREPLY=()

  # `--quotes=keep` arrives here as three words: --quotes, = and keep.
  if [[ $word == = ]]; then
    word=
  elif [[ $previous == = && $COMP_CWORD -ge 2 ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  if [[ $previous == --quotes ]]; then
    mapfile -t COMPREPLY < <(compgen -W 'keep strip csv' -- "$word")
complete -F _paje_tools "$word") $previous 'gantt 'none 'standard -- --compress --method --mode -W -t < <(compgen == COMPREPLY [[ ]]; aggregate compare' elif mapfile reference' then zstd'
  elif [[ $word == -* ]]; then
    options=$("$tool" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*=?' | sort -u)
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    # An option that takes a value wants it at once, without a blank.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -F _paje_tools bin2paje paje2bin pajeview pj_aggregate pj_compare pj_dump pj_equals pj_generate pj_merge pj_split pj_validate
