create schema if not exists control;

-- The last raw event that is done with all events before it.
create table if not exists control.intake_checkpoint (
  id integer primary key check (id = 1),
  position bigint not null,
  event_id uuid not null
);

-- The same of each partition, where intake has several (INTAKE_PARTITIONS); `intake_checkpoint` has the least of them.
create table if not exists control.intake_partitions (
  partitions integer not null,
  partition integer not null,
  position bigint not null,
  event_id uuid not null,
  primary key (partitions, partition)
);

-- Intents that could not be recorded, for an operator to look at.
create table if not exists control.intake_parked (
  raw_event_id uuid not null,
  intent integer not null,
  position bigint not null,
  error text not null,
  parked_at timestamptz not null default now(),
  primary key (raw_event_id, intent)
);
-- Set while an operator's request to retry it is open.
alter table control.intake_parked add column if not exists retry_asked_at timestamptz;
alter table control.intake_parked add column if not exists retried_at timestamptz;
-- Null in rows of an older release, until intake tries them again at its next start.
alter table control.intake_parked add column if not exists account_id uuid;
create index if not exists intake_parked_account on control.intake_parked (account_id);
