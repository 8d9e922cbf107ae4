-- What a family calls somebody, and how every screen and message names whom it is about: in one place for all services.
ALTER TABLE "wearer_relations" ADD COLUMN "nickname" text;--> statement-breakpoint
-- Whom a row of this company is about; for a reader who calls them otherwise, so. Nobody, and whom was erased: null. It answers also where the
-- row alone is the asking company's and the person is another's by now: the name was known then, where they lie now is not that company's business.
create function wearer_summary(wearer integer, company integer, reader integer default null) returns json
language sql stable security definer set search_path = public, pg_temp as $$
  select json_build_object(
    'uuid', w.uuid,
    'name', coalesce(
      (select nickname from wearer_relations where wearer_id = w.id and user_id = reader and until is null),
      trim(concat(w.first_name, ' ', w.last_name))),
    'room', case when w.company_id is not distinct from company then r.name end,
    'bed', case when w.company_id is not distinct from company then w.bed end,
    'imageUrl', w.image_url,
    'status', case when w.company_id is not distinct from company then w.status else 'LEFT' end)
  from wearers w left join rooms r on r.id = w.room_id and r.deleted_at is null
  where w.id = wearer and w.erased_at is null
$$;
--> statement-breakpoint
-- A person is found by a part of their name.
CREATE INDEX wearers_name ON wearers USING gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
