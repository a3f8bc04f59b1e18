-- The trees of hashes over facts: the id is that of the account, or `installation`.
create table seals (
  id text primary key,
  revision bigint not null,
  origin text not null,
  public_keys jsonb not null,
  state jsonb not null,
  checkpoint text
);

-- The tiles of the trees (C2SP tlog-tiles), with base64 of their hashes; those above level 0 follow from it.
create table seal_tiles (
  id text primary key,
  tree text not null,
  level integer not null,
  number bigint not null,
  hashes text not null,
  -- Log id of the last leaf of a tile of level 0.
  last_log_id bigint not null
);
create index on seal_tiles (tree, last_log_id) where level = 0;
