-- Keys of the sealed parts of facts, a batch in a row; a destroyed key is zeros. Sealed as a secret is.
create table fact_keys (
  -- Begins with the time: batches are read in the order in which they were stored.
  batch text collate "C" primary key,
  nonce bytea not null,
  sealed bytea not null,
  key_id text not null
);

create trigger sealed_as_told before insert on fact_keys
  for each row execute function secrets_are_sealed_as_told();
