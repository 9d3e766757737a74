-- What a job measured of the GPUs that it ran on; the newest of each GPU model, set of nodes and number of ranks.
create table calibration (
  job_id varchar(100) primary key,
  project varchar(63) not null,
  measured_at timestamp with time zone not null,
  gpu varchar(255) not null,
  gpus integer not null,
  -- Of a GPU.
  ranks integer not null,
  -- Separated by commas, in ascending order.
  nodes varchar(8000) not null,
  -- The job's results.json.
  measurements text not null
);

create index calibration_gpu on calibration (gpu);

create table prediction (
  job_id varchar(100) not null,
  attempt integer not null,
  prediction text not null,
  primary key (job_id, attempt)
);
