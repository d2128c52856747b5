! Calls of MPI from Fortran, with the arguments that mean something special there.
program fortran
  use mpi
  implicit none
  integer :: rank, ranks, error, left, right, requests(2), half, which, sum(2), got(4), i
  integer :: statuses(MPI_STATUS_SIZE, 2), status(MPI_STATUS_SIZE), indices(2), count
  integer :: out(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  left = modulo(rank - 1, ranks)
  right = modulo(rank + 1, ranks)
  out = rank
  do i = 1, 4
    call MPI_Irecv(got, 4, MPI_INTEGER, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, requests(1), error)
    call MPI_Isend(out, i, MPI_INTEGER, right, 5, MPI_COMM_WORLD, requests(2), error)
    if (i == 1) call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    if (i == 2) call MPI_Waitall(2, requests, statuses, error)
    if (i == 3) then
      call MPI_Waitany(2, requests, which, MPI_STATUS_IGNORE, error)
      call MPI_Waitany(2, requests, which, status, error)
    end if
    if (i == 4) then
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
      call MPI_Waitsome(2, requests, count, indices, MPI_STATUSES_IGNORE, error)
    end if
    if (got(1) /= left) print *, 'wrong message'
  end do
  call MPI_Sendrecv(out, 2, MPI_INTEGER, right, 6, got, 4, MPI_INTEGER, left, MPI_ANY_TAG, MPI_COMM_WORLD, status, error)
  if (status(MPI_TAG) /= 6) print *, 'wrong tag'
  sum = rank
  call MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (sum(1) /= ranks * (ranks - 1) / 2) print *, 'wrong sum'
  call MPI_Comm_split(MPI_COMM_WORLD, modulo(rank, 2), rank, half, error)
  call MPI_Comm_set_name(half, 'half of them', error)
  call MPI_Bcast(sum, 1, MPI_INTEGER, 1, half, error)
  call MPI_Comm_free(half, error)
  call MPI_Finalize(error)
end program
