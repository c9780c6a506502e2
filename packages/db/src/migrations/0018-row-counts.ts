/** Maintained counts of large tables, so that an exact count reads a few rows. */
export const rowCounts = /* sql */ `
select 1;
`;
