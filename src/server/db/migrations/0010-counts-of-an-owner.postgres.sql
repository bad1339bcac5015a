-- beside: 0008-sent-links.sql
-- The same view, so written that the owner of a project is known to be that of its cards before any row is read: a database
-- that is distributed by owner then asks one shard alone.
create or replace view counted_projects as
select projects.id, projects.owner_id, title,
  coalesce(counts.cards, 0) as card_count,
  coalesce(counts.completed, 0) as completed_card_count,
  created_at, updated_at, revision, changed
from projects
left join (
  select owner_id, project_id, count(*) as cards, count(*) filter (where complete = 1) as completed
  from cards where project_id is not null group by owner_id, project_id
) as counts on counts.owner_id = projects.owner_id and counts.project_id = projects.id;
