/** What a check looks at, without credentials: shown beside its name and searched. Ours; the contract has no column. */
export const checkEndpoint = /* sql */ `
alter table checks add column endpoint text;
`;
