import fc from 'fast-check';

/**
 * How property tests choose what they try: anew in each run, unless `QD_PROPERTY_SEED` says which (the whole run of all
 * tests does, so that it tells of a change and never of luck). `QD_PROPERTY_RUNS` tries more, to look for what is rare.
 */
const seed = Number(process.env.QD_PROPERTY_SEED);
const numRuns = Number(process.env.QD_PROPERTY_RUNS);
fc.configureGlobal({
  ...(Number.isInteger(seed) && seed > 0 ? { seed } : {}),
  ...(Number.isInteger(numRuns) && numRuns > 0 ? { numRuns } : {}),
});
