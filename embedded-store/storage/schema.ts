import { LOG_START } from '../protocol/recorded.ts'

/**
 * The tables of the store. `writer` holds one row: the fencing token of the current writer (`epoch`) and the position
 * of the next record (`log_end`). Every commit moves `log_end`, which fences all other writers.
 */
export const SCHEMA = `
  create table if not exists events (
    position bigint primary key,
    stream text collate "C" not null,
    revision bigint not null,
    id uuid not null,
    type text not null,
    json boolean not null,
    data bytea not null,
    meta bytea not null,
    created bigint not null,
    unique (stream, revision)
  );
  create table if not exists streams (
    stream text collate "C" primary key,
    last bigint not null,
    truncate_before bigint not null,
    max_count bigint,
    max_age bigint,
    tombstoned boolean not null
  ) with (fillfactor = 80);
  create table if not exists writer (
    one boolean primary key default true check (one),
    epoch bigint not null,
    log_end bigint not null
  ) with (fillfactor = 50);
  insert into writer (epoch, log_end) values (0, ${LOG_START}) on conflict do nothing;
`
