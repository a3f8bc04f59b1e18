create schema if not exists control;

-- Replays that an operator has requested: the relay publishes all facts from a position on again.
create table if not exists control.relay_replays (
  id uuid primary key,
  from_position bigint not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  -- When it was certain to be finished: from then on the stream itself leads to its end.
  begun_at timestamptz
);
