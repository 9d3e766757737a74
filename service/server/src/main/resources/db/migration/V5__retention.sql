-- Jobs that are gone from all other tables, and whose folders are still to be removed.
create table removed_job (
  id varchar(100) primary key,
  files varchar(100)
);
-- For removing a job; PostgreSQL makes no index of its own for a reference.
create index submission_key_job on submission_key (job_number);
