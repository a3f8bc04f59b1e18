create schema if not exists control;

-- Reports of the parts that follow the log: when they were last seen, and since when and why they fail.
create table if not exists control.parts (
  process uuid not null,
  part text not null,
  seen_at timestamptz not null,
  failing_since timestamptz,
  why text,
  primary key (process, part)
);
