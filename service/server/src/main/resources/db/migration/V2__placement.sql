-- What each process holds besides its GPU. Rows from before have no node: it is the one that has the GPU.
alter table held_gpu add column node varchar(255) default '' not null;
alter table held_gpu add column process integer default 0 not null;
-- CPUs as in 0-3,8.
alter table held_gpu add column cores varchar(8000) default '' not null;
alter table held_gpu add column exclusive boolean default false not null;
alter table held_gpu add column nic varchar(100) default '' not null;

create index held_gpu_node on held_gpu (node);

create table drained_node (
  node varchar(255) primary key,
  reason text not null,
  since timestamp with time zone not null
);
