-- How much an owner has, on boards and in the bin together: cards, and bytes of text in UTF-8, which are the texts of the cards
-- and the titles of the projects. Both are counted by every change, under the lock that the row is.
alter table counters add column cards integer not null default 0;
alter table counters add column bytes integer not null default 0;

-- Every owner who has something has a counter: 0003 has made one for each, and every change since then.
update counters set
  cards = (select count(*) from cards where cards.owner_id = counters.owner_id)
    + (select count(*) from bin where bin.owner_id = counters.owner_id and kind = 'card'),
  bytes = (select coalesce(sum(octet_length(text)), 0) from cards where cards.owner_id = counters.owner_id)
    + (select coalesce(sum(octet_length(title)), 0) from projects where projects.owner_id = counters.owner_id)
    + (select coalesce(sum(octet_length(text)), 0) from bin where bin.owner_id = counters.owner_id and kind <> 'status');

-- When there is too much, what is oldest in the bin goes first.
create index bin_in_order on bin (owner_id, seq);
create index bin_projects on bin (owner_id, seq) where kind = 'project';
