# The small trace, its values known on paper.
library(paje)
file <- system.file("traces", "small.paje", package = "paje")
trace <- paje_read(file)
same <- function(found, expected) stopifnot(isTRUE(all.equal(found, expected)))

same(vapply(trace, nrow, 0L),
     c(containers = 6L, states = 6L, variables = 3L, events = 1L, links = 3L))
solve <- trace$states[trace$states$value == "solve", ]
same(as.character(solve$path), "machine 1/process 1/main")
same(c(solve$start, solve$end, solve$duration), c(0.5, 1, 0.5))
same(c(solve$depth, solve$Task), c(1L, 2L))
stopifnot(is.integer(trace$states$Task), is.factor(trace$states$value))
same(levels(trace$states$type), c("Function", "Activity", "Phase"))
same(trace$variables$value, c(3, 1.5, -2e300))
same(as.character(trace$events$value), "now then")
same(as.character(trace$events$Note), "a note")
links <- trace$links[order(trace$links$key), ]
same(links$key, c("k1", "k2", "k3"))
same(links$size, c(4096L, 8L, 16L))
same(as.character(links$Route), c("north", "south", "east"))
same(as.character(links$start_container), c("main", "main", "rank"))
same(as.character(links$end_container), c("rank", "rank", "rank2"))
same(as.character(trace$containers$parent[1:2]), c("0", "machine 1"))
same(trace$containers$depth, c(1L, 2L, 3L, 3L, 2L, 2L))

# Selection
part <- paje_read(file, containers = "main", types = "Function", start = 1.5)
same(as.character(part$states$value), "main")
found <- tryCatch(paje_read(file, types = "Nothing"), error = conditionMessage)
stopifnot(grepl("Nothing", found))
found <- tryCatch(paje_read("none.paje"), error = conditionMessage)
stopifnot(grepl("none.paje", found))
found <- tryCatch(paje_read(file, start = "a"), error = conditionMessage)
stopifnot(grepl("start is to be a number", found))

# Whole numbers that doubles do not hold
large <- tempfile(fileext = ".paje")
writeLines(sub("solve 2$", "solve 9007199254740993", readLines(file)), large)
said <- character()
rounded <- withCallingHandlers(paje_read(large), warning = function(w) {
  said <<- c(said, conditionMessage(w))
  invokeRestart("muffleWarning")
})
same(said, "field 'Task' of states: R has no whole numbers of 64 bits: 1 is rounded")
same(max(rounded$states$Task, na.rm = TRUE), 2^53)
stopifnot(is.null(attributes(rounded$states$Task)))

# Problems
bad <- tempfile(fileext = ".paje")
writeLines(c(readLines(file), "7 3 S t2"), bad)
found <- tryCatch(paje_read(bad), error = conditionMessage)
stopifnot(grepl("pop without an open state", found))
lenient <- paje_read(bad, lenient = TRUE)
stopifnot(length(attr(lenient, "problems")) == 1L)
same(nrow(lenient$states), 6L)

# As pajengr has it
data <- pajeng_read(file)
same(names(data), c("container", "state", "variable", "event", "link"))
same(names(data$container),
     c("Nature", "Parent", "Type", "Start", "End", "Duration", "Container"))
same(names(data$state), c("Nature", "Container", "Type", "Start", "End", "Duration",
                          "Imbrication", "Value"))
same(names(data$variable), c("Nature", "Container", "Type", "Start", "End", "Duration", "Value"))
same(names(data$event), c("Nature", "Container", "Type", "Start", "Value"))
same(names(data$link), c("Nature", "Container", "Type", "Start", "End", "Duration", "Value",
                         "StartContainer", "EndContainer", "Key"))
same(unique(unlist(lapply(data, function(x) x$Nature), use.names = FALSE)),
     c("Container", "State", "Variable", "Event", "Link"))
same(data$container$Parent[1:2], c("NULL", "0"))
same(sort(data$link$Key), c("k1", "k2", "k3"))
stopifnot(is.integer(data$state$Imbrication), is.character(data$state$Value))
