/** Marks of 16 px as stroked paths, our own drawings of what a check does. */
export const FALLBACK_MARKS: Readonly<Record<string, string>> = {
  http: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c2 1.8 2.6 3.7 2.6 6S10 12.2 8 14C6 12.2 5.4 10.3 5.4 8S6 3.8 8 2z',
  dns: 'M3 3h10v4H3zM3 9h10v4H3zM5.5 5h.1M5.5 11h.1',
  tcp: 'M2 5.5h9M8 2.5l3 3-3 3M14 10.5H5M8 7.5l-3 3 3 3',
  icmp: 'M3 10a7 7 0 0 1 10 0M5.2 12a3.8 3.8 0 0 1 5.6 0M1.5 7.5a9.5 9.5 0 0 1 13 0M8 13.9v.1',
  exec: 'M2.5 4l4 4-4 4M8 12.5h5.5',
  postgres:
    'M3 4c0-1.3 2.2-2 5-2s5 .7 5 2-2.2 2-5 2-5-.7-5-2zM3 4v8c0 1.3 2.2 2 5 2s5-.7 5-2V4M3 8c0 1.3 2.2 2 5 2s5-.7 5-2',
  folder: 'M2 4.5V12.5h12V5.5H7.5L6 3.5H2z',
  webhook: 'M9.5 2.5 5 9h3.5L6.5 13.5 11.5 7H8z',
  junit: 'M4 2h8v12H4zM6 5.5l1 1 2-2M6 10l1 1 2-2',
  alertmanager: 'M4 6.5a4 4 0 0 1 8 0c0 4 1.5 5 1.5 5h-11S4 10.5 4 6.5zM6.5 13.5a1.6 1.6 0 0 0 3 0',
  prometheus: 'M2 13.5V9M6 13.5V4M10 13.5V7M14 13.5V2.5',
  kubernetes: 'M8 1.8 13.5 4.5 14.5 10 11 14.2H5L1.5 10 2.5 4.5zM8 5.5v5M5.8 6.8l4.4 2.5M10.2 6.8 5.8 9.3',
  group: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
};

/** Types that are known by letters. */
export const LETTER_MARKS: Readonly<Record<string, string>> = {
  sql: 'SQL',
  mysql: 'MY',
  mssql: 'MS',
  redis: 'RE',
  mongodb: 'MO',
  elasticsearch: 'ES',
  opensearch: 'OS',
  ldap: 'LD',
  s3: 'S3',
  aws: 'AW',
  gcp: 'GC',
  azure: 'AZ',
  github: 'GH',
  tls: 'TLS',
  catalog: 'CA',
  jmeter: 'JM',
  helm: 'HE',
  docker: 'DO',
  containerd: 'CT',
  dynatrace: 'DY',
  databasebackup: 'DB',
  resticbackup: 'RS',
};
