/** Channels: what a connector carries out jobs for. Pure. */

/** The sites that posts are for, in the order in which they are shown. */
export const SITES = ['ALPHA', 'BETA', 'PHOTOSHARE', 'PROFESSIONAL', 'MICROBLOG'] as const;
/** The channels that messages are for. */
export const MESSAGE_CHANNELS = ['SMS', 'EMAIL', 'LIVE_CHAT'] as const;
export const CHANNELS = [...SITES, ...MESSAGE_CHANNELS] as const;

export type Site = (typeof SITES)[number];
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];
export type Channel = (typeof CHANNELS)[number];
