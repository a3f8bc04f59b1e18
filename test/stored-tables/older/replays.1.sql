create schema if not exists control;

-- What an operator wants the relay to publish again, from a position of the log on.
create table if not exists control.relay_replays (
  id uuid primary key,
  from_position bigint not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  -- When it was on its way for certain, whatever ends then.
  begun_at timestamptz
);
