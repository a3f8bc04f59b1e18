create schema if not exists control;

-- Chats in which a message is on its way, and until when at the latest. Unlogged: a crash ends every call too.
create unlogged table if not exists control.chat_leases (
  chat text primary key,
  holder uuid not null,
  until timestamptz not null
);
