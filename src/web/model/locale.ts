// Some systems have tags that are none, such as “en-US@posix”.

/** The page is in English, so its dates are; in the reader's own order, if that is an English one. */
export const locale = navigator.languages.find((language) => /^en(-[A-Z]{2})?$/.test(language)) ?? 'en'
