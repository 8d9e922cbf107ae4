/** [MQTT-4.7.3-1, 3.3.2-2] a topic that something is said on: not empty, and no wildcards. */
export const isTopic = (topic: string): boolean => topic !== '' && !/[#+]/.test(topic)

/** [MQTT-4.7.1-2, -3] a wildcard stands for a whole level, and `#` stands last. */
export const isFilter = (filter: string): boolean =>
  filter !== '' &&
  filter
    .split('/')
    .every((level, index, levels) =>
      level === '#' ? index === levels.length - 1 : level === '+' || !/[#+]/.test(level),
    )
