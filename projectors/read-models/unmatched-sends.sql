-- Sends of freemium connections that an echo may report before, or instead of, the gateway's answer.
create table unmatched_sends (
  id uuid primary key,
  message_ids jsonb not null
);
