/**
 * Mergeable quantile sketches. A sketch is a flat array `[index, count, index, count, ...]` sorted by index; an index
 * stands for a range of milliseconds that is 1 % wide (below 100 ms it is the millisecond itself), so that any
 * quantile read from it is within 1 % of the exact one, however many sketches were added up. Roll-ups hold them packed,
 * each index and its count in one member, which takes half as much room.
 */
export const sketches = /* sql */ `
create function sketch_index(ms int4) returns int4 language sql immutable parallel safe as $$
  select case when ms < 100 then greatest(ms, 0) else 100 + floor(ln(ms / 100.0::float8) / ln(1.01::float8))::int4 end
$$;

create function sketch_value(index int4) returns int4 language sql immutable parallel safe as $$
  select case when index < 100 then index else
    floor((ceil(100 * power(1.01::float8, index - 100) - 1e-9)
      + greatest(ceil(100 * power(1.01::float8, index - 99) - 1e-9) - 1,
        ceil(100 * power(1.01::float8, index - 100) - 1e-9))) / 2)::int4 end
$$;
comment on function sketch_value(int4) is 'The middle of the milliseconds that an index stands for';

create function sketch_member(index int4, n int4) returns int4 language sql immutable parallel safe as $$
  select least(n, 1048575) * 2048 + index
$$;
comment on function sketch_member(int4, int4) is 'One member of a packed sketch. A count above 1048575 needs several';

create function sketch_pairs(packed int4[]) returns table (index int4, n int4)
language sql immutable parallel safe rows 100 as $$
  select member & 2047, member >> 11 from unnest(packed) member
$$;
comment on function sketch_pairs(int4[]) is 'Indexes and counts of a packed sketch';

create function sketch_add(a int4[], b int4[]) returns int4[] language sql immutable parallel safe as $$
  select coalesce(array_agg(v.member order by m.index, v.part), '{}') from (
    select s.sketch[i] as index, sum(s.sketch[i + 1])::int4 as count
    from (values (a), (b)) s(sketch), generate_series(1, cardinality(s.sketch), 2) i group by 1
  ) m cross join lateral (values (0, m.index), (1, m.count)) v(part, member)
$$;

create aggregate sketch_merge(int4[]) (sfunc = sketch_add, stype = int4[], initcond = '{}', combinefunc = sketch_add,
  parallel = safe);

create function sketch_count(sketch int4[]) returns int8 language sql immutable parallel safe as $$
  select coalesce(sum(sketch[i + 1]), 0)::int8 from generate_series(1, cardinality(sketch), 2) i
$$;

create function sketch_quantile(sketch int4[], p float8) returns int4 language sql immutable parallel safe as $$
  select sketch_value(q.index) from (
    select sketch[i] as index, sum(sketch[i + 1]) over (order by i) as cumulative
    from generate_series(1, cardinality(sketch), 2) i) q
  where q.cumulative >= greatest(ceil(p * sketch_count(sketch)), 1)
  order by q.index limit 1
$$;
comment on function sketch_quantile(int4[], float8) is
  'The smallest value whose cumulative share is at least p, as percentile_disc; null for an empty sketch';
`;
