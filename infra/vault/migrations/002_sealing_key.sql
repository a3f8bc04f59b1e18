-- Which key a secret is sealed under; null is the first one, which had no name.
alter table secrets add column key_id text;

-- The key that seals from the first rotation on; at most one row.
create table sealing_key (
  the_one boolean primary key default true check (the_one),
  key_id text not null
);

-- A fact names one version of a secret for ever; only the key around it may change, towards the one that seals.
create or replace function secrets_are_immutable() returns trigger language plpgsql as $$
begin
  if (new.reference, new.account_id, new.created_at) = (old.reference, old.account_id, old.created_at)
    and new.key_id is distinct from old.key_id
    and new.key_id = (select key_id from sealing_key)
  then
    return new;
  end if;
  raise exception 'secrets are immutable; store the new one under a reference of its own';
end
$$;

-- Whoever has not heard of a rotation stores nothing: it would be lost with the old key.
create function secrets_are_sealed_as_told() returns trigger language plpgsql as $$
begin
  if new.key_id is distinct from (select key_id from sealing_key) and exists (select from sealing_key) then
    raise exception 'secrets are sealed under another key by now' using errcode = 'RC001';
  end if;
  return new;
end
$$;
create trigger sealed_as_told before insert on secrets
  for each row execute function secrets_are_sealed_as_told();
