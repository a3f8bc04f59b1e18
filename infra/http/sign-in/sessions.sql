create schema if not exists control;

-- Sessions of the dashboard. Lost with Postgres: everybody signs in again, and nothing else is gone.
create table if not exists control.dashboard_sessions (
  -- SHA-256 of the cookie's text, lower-case hex.
  sha256 text primary key,
  session_id uuid not null,
  user_id uuid not null,
  -- The password when the session began; another password ends it.
  password_ref text not null,
  -- Log position of the fact that set this password: a process that lags behind it waits.
  password_position bigint not null,
  began_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index if not exists dashboard_sessions_user on control.dashboard_sessions (user_id, began_at);
create index if not exists dashboard_sessions_used on control.dashboard_sessions (used_at);
