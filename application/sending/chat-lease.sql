create schema if not exists control;

-- Chats that a message is being sent to, until the lease ends. Unlogged: a crash ends every call too.
create unlogged table if not exists control.chat_leases (
  chat text primary key,
  holder uuid not null,
  until timestamptz not null
);
