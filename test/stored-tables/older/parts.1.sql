create schema if not exists control;

-- What the parts that follow the log tell of themselves: that they live, and since when and why they fail.
create table if not exists control.parts (
  process uuid not null,
  part text not null,
  seen_at timestamptz not null,
  failing_since timestamptz,
  why text,
  primary key (process, part)
);
