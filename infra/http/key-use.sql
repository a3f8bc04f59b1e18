create schema if not exists control;

-- When each API key was used last, to the minute.
create table if not exists control.api_key_use (
  key_id uuid primary key,
  used_at timestamptz not null
);

-- When counting began: a key without a row above has not been used since.
create table if not exists control.api_key_use_began (
  single boolean primary key default true check (single),
  began_at timestamptz not null default now()
);
insert into control.api_key_use_began default values on conflict do nothing;
