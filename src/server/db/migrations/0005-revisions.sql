create index cards_changed on cards (owner_id, changed);

drop view counted_projects;
create view counted_projects as
select id, owner_id, title,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id)
    as card_count,
  (select count(*) from cards where cards.owner_id = projects.owner_id and cards.project_id = projects.id and complete = 1)
    as completed_card_count,
  created_at, updated_at, revision, changed
from projects;
