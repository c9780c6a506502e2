/** Source of the canaries that come from the console or the API (contract checks §3.1). */
export const UI_SOURCE = 'UI';
/** Source of the canary by which the product watches itself. */
export const SYSTEM_SOURCE = 'System';
/** Source of canaries that were made for results pushed from elsewhere. */
export const PUSH_SOURCE = 'Push';
/** Canaries of the configuration folder have the base name of their file as source. */
export const FOLDER_SOURCE = /\.(ya?ml|json)$/i;
