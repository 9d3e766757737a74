-- What a job asks for lies beside it: lists read jobs without their specs.
create table job_spec (
  job_number bigint primary key references job (number),
  -- As it was sent, YAML or JSON.
  sent varchar(1048576) not null,
  -- With overrides and expressions filled in, JSON.
  resolved varchar(1048576) not null
);
insert into job_spec (job_number, sent, resolved) select number, spec, spec from job;
alter table job drop column spec;

alter table job add column project varchar(63) default 'default' not null;
alter table job add column priority integer default 0 not null;
-- Null for jobs from before this column.
alter table job add column gpus integer;
alter table job add column labels varchar(16000) default '{}' not null;
alter table job add column held boolean default false not null;
-- A retry starts no earlier.
alter table job add column not_before timestamp with time zone;
alter table job add column array_id varchar(100);
alter table job add column array_index integer;
alter table job add column array_size integer;
-- How many of the array may run at once; 0: any number.
alter table job add column array_parallel integer default 0 not null;
-- The folder that holds the files sent with it; jobs of an array share one.
alter table job add column files varchar(100);
-- How many addresses are told of its events.
alter table job add column notified integer default 0 not null;
-- When its current attempt got GPUs, and when it ended.
alter table job add column began_at timestamp with time zone;
alter table job add column ended_at timestamp with time zone;
-- Grows with every change that is stored.
alter table job add column version bigint default 1 not null;

create index job_project on job (project, number);
create index job_name on job (name, number);
create index job_array on job (array_id, number);
create index job_files on job (files);

create table job_label (
  job_number bigint not null references job (number),
  name varchar(63) not null,
  label varchar(200) not null,
  primary key (job_number, name)
);
create index job_label_value on job_label (name, label, job_number);

-- Everything that happened to a job; a transition is an event with a state.
create table job_event (
  job_number bigint not null references job (number),
  position integer not null,
  at timestamp with time zone not null,
  kind varchar(30) not null,
  attempt integer not null,
  state varchar(20),
  reason varchar(50),
  message text,
  primary key (job_number, position)
);
insert into job_event (job_number, position, at, kind, attempt, state, reason, message)
  select job.number, job_transition.position, job_transition.at,
    case when job_transition.position = 0 then 'Submitted' else 'StateChanged' end,
    1, job_transition.state, job_transition.reason, job_transition.message
  from job_transition join job on job.id = job_transition.job_id;
drop table job_transition;

-- When it got GPUs, and how it ended; a job may be tried again.
alter table attempt add column began_at timestamp with time zone;
alter table attempt add column ended_at timestamp with time zone;
alter table attempt add column state varchar(20);
alter table attempt add column reason varchar(50);
alter table attempt add column message text;
create index attempt_ended on attempt (ended_at);

-- Numbers are dealt out by the transaction that stores the jobs.
create table job_counter (next bigint not null);
insert into job_counter (next) select coalesce(max(number), 0) + 1 from job;
drop sequence job_number;

-- A submission that is sent again under the same key is the same submission.
create table submission_key (
  submission_key varchar(255) primary key,
  digest varchar(64) not null,
  job_number bigint not null references job (number),
  created_at timestamp with time zone not null
);

-- Who is still to be told of which event. A row without a time is done: delivered, or given up.
create table notification (
  job_number bigint not null references job (number),
  position integer not null,
  target integer not null,
  tries integer default 0 not null,
  next_at timestamp with time zone,
  delivered_at timestamp with time zone,
  last_error varchar(1000),
  primary key (job_number, position, target)
);
create index notification_next on notification (next_at);
