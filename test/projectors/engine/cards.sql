create table cards (id text primary key, deck text, suit text, label text, touched integer, own bigint, pos bigint, doc text);
create index cards_of_deck on cards (deck, pos);
