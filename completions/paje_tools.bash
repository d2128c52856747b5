# Bash completion of all tools of this project; installed under each tool's name.
# The options are those that the tool itself lists under --help.

# The words that an option of a tool takes, if they are a closed set.
_paje_tools_values() {
  case $1:$2 in
    *:--quotes) echo keep strip csv ;;
    pj_simulate:--mode) echo auto process label ;;
    *:--mode) echo gantt aggregate compare ;;
    *:--palette) echo trace safe class ;;
    pajeview:--bind) echo time part states none ;;
    *:--unit) echo s ms us ns ;;
    paje2bin:--method) echo archive reference standard ;;
    paje2bin:--compress | pj_cut:--compress | pj_import:--compress | pj_predict:--compress) echo none zstd ;;
    pj_aggregate:--density) echo waiting cause critical lateness ;;
    pj_aggregate:--dimension) echo both time space ;;
    pj_analyze:--of) echo states calls links ;;
    pj_compare:--method) echo wavefront hirschberg nw ;;
    pj_compare:--by) echo value track region time channel link variable swap ;;
    pj_compare:--match) echo name order ;;
    pj_compare:--origin) echo start zero ;;
    pj_compare:--descend) echo similar equal always ;;
    pj_compare:--gaps) echo durations late ;;
    pj_cut:--method | pj_predict:--method) echo text archive standard reference ;;
    pj_predict:--engine) echo graph simgrid ;;
    pj_energy:--balance) echo none greedy refine ;;
    pj_energy:--tasks) echo containers states ;;
    pj_energy:--by) echo mean iteration ;;
    pj_export:--to) echo chrome sqlite csv parquet otf2 starvz dot ti ;;
    pj_export:--compress) echo none gzip zstd ;;
    pj_export:--times) echo double decimal ;;
    pj_export:--partition) echo none type node ;;
    pj_query:--format) echo box csv json markdown ;;
    pj_generate:--shape) echo spmd varied ;;
    pj_generate:--loop) echo single nested varying none ;;
    pj_import:--from) echo chrome otf2 paraver table ti ;;
    pj_import:--method) echo text archive standard reference ;;
    pj_import:--origin) echo zero start ;;
    pj_record:--method) echo text archive standard reference ;;
    pj_record:--mpi) echo openmpi mpich none ;;
    pj_measure:--mpi) echo openmpi mpich ;;
    pj_model:--method) echo average least-squares ;;
    pj_model:--repeated) echo mean median ;;
    pj_model:--escalation) echo previous first ;;
    pj_model:--cpu) echo loaddep fixed ;;
    pj_model:--partner) echo paper n-1 ;;
    pj_model:--message-fit) echo inverse power best ;;
    pj_model:--weights) echo bisquare equal ;;
    pj_split:--by) echo container-type ;;
  esac
}

_paje_tools() {
  local tool=$1 word=$2 previous=$3 options values
  COMPREPLY=()

  # `--quotes=keep` arrives here as three words: --quotes, = and keep.
  if [[ $word == = ]]; then
    word=
  elif [[ $previous == = && $COMP_CWORD -ge 2 ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  values=$(_paje_tools_values "${tool##*/}" "$previous")
  if [[ -n $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ $word == -* ]]; then
    options=$("$tool" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*=?' | sort -u)
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    # An option that takes a value wants it at once, without a blank.
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    # The first word of some may be a command: those that their help lists.
    if [[ ${tool##*/} == pj_@(analyze|energy|mpi) && $COMP_CWORD -eq 1 ]]; then
      values=$("$tool" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$values" -- "$word")
    fi
  fi
}
complete -F _paje_tools bin2paje paje2bin pajeview pj_aggregate pj_analyze pj_compare pj_cut pj_dump pj_dump_csv pj_energy pj_equals pj_export pj_generate pj_import pj_measure pj_merge pj_model pj_monitor pj_mpi pj_predict pj_query pj_record pj_report pj_scaling pj_simulate pj_split pj_validate
