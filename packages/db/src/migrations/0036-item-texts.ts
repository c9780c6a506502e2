/** Longer texts do not fit into an index beside the name. */
const MAX_TEXT_BYTES = 1000;

/**
 * What a search of configuration items looks through, ready for comparison, in a narrow table: in lower case, since
 * `x ilike p` is `lower(x) like lower(p)`, and folding a text takes ten times as long as comparing it. The index in the
 * order of the list carries the text, so a page that many items match is found without reading the others.
 */
export const itemTexts = /* sql */ `
create table config_item_texts (
  config_id uuid primary key,
  type text not null,
  name text,
  text text
);
comment on column config_item_texts.text is
  'Name, type, description and namespace, a line each, in lower case; null where they are longer than ${MAX_TEXT_BYTES} bytes';

create function config_item_text(name text, type text, description text, tags jsonb) returns text
language sql immutable parallel safe as $$
  select case when octet_length(t) <= ${MAX_TEXT_BYTES} then t end
  from (select lower(coalesce(name, '') || E'\\n' || type || E'\\n' || coalesce(description, '') || E'\\n'
    || coalesce(tags ->> 'namespace', ''))) as whole(t)
$$;

create function note_config_item_texts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into config_item_texts (config_id, type, name, text)
    select r.id, r.type, r.name, config_item_text(r.name, r.type, r.description, r.tags) from new_rows r;
  elsif tg_op = 'DELETE' then
    delete from config_item_texts t using old_rows o where t.config_id = o.id;
  elsif tg_op = 'TRUNCATE' then
    truncate config_item_texts;
  else
    update config_item_texts set config_id = new.id, type = new.type, name = new.name,
      text = config_item_text(new.name, new.type, new.description, new.tags)
    where config_id = old.id;
  end if;
  return null;
end $$;
create trigger config_items_texts_insert after insert on config_items referencing new table as new_rows
  for each statement execute function note_config_item_texts();
create trigger config_items_texts_delete after delete on config_items referencing old table as old_rows
  for each statement execute function note_config_item_texts();
create trigger config_items_texts_update after update on config_items for each row
  when (old.id <> new.id or old.type <> new.type or old.name is distinct from new.name
    or old.description is distinct from new.description or old.tags is distinct from new.tags)
  execute function note_config_item_texts();
create trigger config_items_texts_truncate after truncate on config_items
  for each statement execute function note_config_item_texts();

insert into config_item_texts (config_id, type, name, text)
select id, type, name, config_item_text(name, type, description, tags) from config_items;
create index config_item_texts_list_idx on config_item_texts (type, name) include (config_id, text);
create index config_item_texts_long_idx on config_item_texts (config_id) where text is null;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index config_item_texts_search_idx on config_item_texts using gin (text gin_trgm_ops);
  end if;
end $$;

create function texts_of(relation text, out source text, out owner text, out key text, out columns text[], out ordered text[])
language sql immutable parallel safe as $$
  select 'config_item_texts', 'config_id', 'id', '{name,type,description,namespace}'::text[], '{type,name}'::text[]
  where relation = 'configs'
$$;
comment on function texts_of(text) is
  'The table that holds the texts of a relation''s rows: its column owner is their key; text is all of the columns in lower '
  'case, a line each, or null; it has the columns ordered as well, and an index in their order that carries the text';
`;
