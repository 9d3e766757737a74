create table job (
  number bigint primary key,
  id varchar(100) not null unique,
  name varchar(63) not null,
  created_at timestamp with time zone not null,
  spec text not null,
  state varchar(20) not null,
  reason varchar(50),
  message text,
  attempt integer not null,
  cancel_requested boolean not null
);

create index job_state on job (state, number);

create table job_transition (
  job_id varchar(100) not null references job (id),
  position integer not null,
  state varchar(20) not null,
  reason varchar(50),
  message text,
  at timestamp with time zone not null,
  primary key (job_id, position)
);

create table attempt (
  job_id varchar(100) not null references job (id),
  number integer not null,
  token varchar(100) not null,
  launch_id varchar(100) not null,
  launched_at timestamp with time zone,
  command text not null,
  processes text not null,
  failure text,
  check_report text,
  kernel_millis double precision,
  outputs text not null,
  log_lines bigint,
  primary key (job_id, number)
);

create table held_gpu (
  gpu varchar(100) primary key,
  job_id varchar(100) not null,
  attempt integer not null,
  since timestamp with time zone not null
);

create sequence job_number cache 1;
