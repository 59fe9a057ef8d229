-- When each job that runs by itself last did: on any server, whatever became of it.
create table job_runs (
  name text primary key,
  at timestamptz not null
);
