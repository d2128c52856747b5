# Data frames of a trace. The compiled code gives names as numbers into tables of names.

kinds <- c(containers = 0L, states = 1L, variables = 2L, events = 3L, links = 4L)

paje_read <- function(file, containers = NULL, types = NULL, start = NULL, end = NULL,
                      lenient = FALSE, sort = FALSE, fix_clocks = FALSE, old_field_names = FALSE,
                      ignore_incomplete_links = FALSE, imbrication = TRUE, stop_at = NULL,
                      size_field = "", threads = 0L) {
  trace <- open_trace(file, containers = containers, types = types, start = start, end = end,
                      lenient = lenient, sort = sort, fix_clocks = fix_clocks,
                      old_field_names = old_field_names,
                      ignore_incomplete_links = ignore_incomplete_links,
                      imbrication = imbrication, stop_at = stop_at, threads = threads)
  found <- lapply(names(kinds), function(kind) frame_of(trace, kind, size_field))
  names(found) <- names(kinds)
  structure(found, problems = trace$problems, class = "paje_trace")
}

print.paje_trace <- function(x, ...) {
  cat("Trace:", paste(vapply(x, nrow, 0L), names(x), collapse = ", "), "\n")
  invisible(x)
}

pajeng_read <- function(file) {
  trace <- open_trace(file, ignore_incomplete_links = TRUE)
  names <- trace$names
  # What pajengr calls a name that is not there.
  named <- function(codes, table) {
    c("NULL", table)[codes + 2L]
  }
  nature <- function(word, count) rep(word, count)
  at <- function(kind) .Call(C_paje_columns, trace$pointer, kinds[[kind]])
  place <- function(word, columns) {
    list(Nature = nature(word, length(columns$start)),
         Container = named(columns$container, names$containers),
         Type = named(columns$type, names$types), Start = columns$start)
  }
  span <- function(columns) list(End = columns$end, Duration = columns$end - columns$start)
  co <- at("containers")
  st <- at("states")
  va <- at("variables")
  ev <- at("events")
  li <- at("links")
  list(
    container = frame(c(list(Nature = nature("Container", length(co$start)),
                             Parent = named(co$parent, names$containers),
                             Type = named(co$type, names$types), Start = co$start),
                        span(co), list(Container = names$containers))),
    state = frame(c(place("State", st), span(st),
                    list(Imbrication = st$depth, Value = named(st$value, names$values)))),
    variable = frame(c(place("Variable", va), span(va), list(Value = va$value))),
    event = frame(c(place("Event", ev), list(Value = named(ev$value, names$values)))),
    link = frame(c(place("Link", li), span(li),
                   list(Value = named(li$value, names$values),
                        StartContainer = named(li$start_container, names$containers),
                        EndContainer = named(li$end_container, names$containers),
                        Key = li$key))))
}

open_trace <- function(file, containers = NULL, types = NULL, start = NULL, end = NULL,
                       lenient = FALSE, sort = FALSE, fix_clocks = FALSE, old_field_names = FALSE,
                       ignore_incomplete_links = FALSE, imbrication = TRUE, stop_at = NULL,
                       threads = 0L) {
  stopifnot(is.character(file), length(file) == 1L, !is.na(file))
  flags <- list(lenient = lenient, sort = sort, fix_clocks = fix_clocks,
                old_field_names = old_field_names,
                ignore_incomplete_links = ignore_incomplete_links, imbrication = imbrication)
  for (name in names(flags)) {
    if (!isTRUE(flags[[name]]) && !isFALSE(flags[[name]])) stop(name, " is to be TRUE or FALSE")
  }
  times <- list(start = start, end = end, stop_at = stop_at)
  for (name in names(times)) {
    time <- times[[name]]
    if (!is.null(time) && !(is.numeric(time) && length(time) == 1L && !is.nan(time))) {
      stop(name, " is to be a number")
    }
  }
  threads <- as.integer(threads)
  if (is.na(threads) || threads < 0L) stop("threads is to be a whole number from 0 on")
  options <- c(flags, times, list(containers = as.character(containers),
                                  types = as.character(types), threads = threads))
  pointer <- .Call(C_paje_open, path.expand(file), options)
  notes <- .Call(C_paje_notes, pointer)
  for (loss in notes$losses) warning(loss, call. = FALSE)
  if (grepl("clocks corrected", notes$clocks, fixed = TRUE)) warning(notes$clocks, call. = FALSE)
  list(pointer = pointer, names = .Call(C_paje_names, pointer), problems = notes$problems)
}

frame_of <- function(trace, kind, size_field) {
  columns <- .Call(C_paje_columns, trace$pointer, kinds[[kind]])
  fields <- .Call(C_paje_fields, trace$pointer, kinds[[kind]], size_field)
  columns <- if (kind == "containers") named_containers(columns, trace$names)
             else named_objects(columns, kind, trace$names)
  for (name in names(fields)) {
    rounded <- attr(fields[[name]], "rounded")
    if (is.null(rounded)) next
    attr(fields[[name]], "rounded") <- NULL
    warning(sprintf("field '%s' of %s: R has no whole numbers of 64 bits: %.0f %s rounded", name,
                    kind, rounded, if (rounded == 1) "is" else "are"), call. = FALSE)
  }
  found <- frame(c(columns, lapply(fields, function(x) if (is.character(x)) factor(x) else x)))
  # The root stands for the trace itself.
  if (kind == "containers") found <- found[-1L, , drop = FALSE]
  row.names(found) <- NULL
  found
}

named_containers <- function(columns, names) {
  depth <- integer(length(columns$parent))
  for (i in seq_along(depth)[-1L]) depth[i] <- depth[columns$parent[i] + 1L] + 1L
  rows <- seq_along(depth) - 1L
  list(name = factor_of(rows, names$containers), path = factor_of(rows, names$paths), depth = depth,
       type = factor_of(columns$type, names$types),
       parent = factor_of(columns$parent, names$containers), start = columns$start,
       end = columns$end, duration = columns$end - columns$start,
       destroyed = columns$destroyed == 1L)
}

named_objects <- function(columns, kind, names) {
  place <- list(container = factor_of(columns$container, names$containers),
                path = factor_of(columns$container, names$paths),
                type = factor_of(columns$type, names$types))
  span <- list(start = columns$start, end = columns$end, duration = columns$end - columns$start)
  value <- if (kind == "variables") columns$value else factor_of(columns$value, names$values)
  if (kind == "events") return(c(place, list(time = columns$start, value = value)))
  if (kind == "variables") return(c(place, span, list(value = value)))
  if (kind == "states") return(c(place, list(value = value), span, list(depth = columns$depth)))
  ends <- list(start_container = factor_of(columns$start_container, names$containers),
               end_container = factor_of(columns$end_container, names$containers),
               start_path = factor_of(columns$start_container, names$paths),
               end_path = factor_of(columns$end_container, names$paths))
  c(place, list(value = value, key = columns$key), span, ends)
}

# Names as a factor whose levels are those that occur, each once, in the order of the trace.
factor_of <- function(codes, table) {
  used <- sort(unique(codes[codes >= 0L]))
  levels <- unique(table[used + 1L])
  position <- rep(NA_integer_, length(table))
  position[used + 1L] <- match(table[used + 1L], levels)
  codes[codes < 0L] <- NA_integer_
  structure(position[codes + 1L], levels = levels, class = "factor")
}

frame <- function(columns) {
  structure(columns, class = "data.frame", row.names = .set_row_names(length(columns[[1L]])))
}
