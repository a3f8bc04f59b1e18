create schema if not exists control;

-- The durable consumers of the stream of facts, as NATS last showed them. Lost with Postgres: the relay sees them again.
create table if not exists control.relay_consumers (
  name text primary key,
  config jsonb not null,
  -- When the stream was created in which the consumer was seen.
  stream_created text not null
);
