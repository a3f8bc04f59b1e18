create schema if not exists control;

-- When the next turn of each connection is free. Unlogged: a crash forgets at most one second of turns.
create unlogged table if not exists control.send_pace (
  connection_id uuid primary key,
  next_at timestamptz not null
);
