/** A team that nobody is named for was made by the system: where nobody signs in, nobody else could have made it. */
export const teamMaker = /* sql */ `
create function name_team_maker() returns trigger language plpgsql as $$
begin
  new.created_by := (select id from people where name = 'System' and email is null order by created_at, id limit 1);
  return new;
end $$;
create trigger teams_maker before insert on teams
  for each row when (new.created_by is null) execute function name_team_maker();
`;
