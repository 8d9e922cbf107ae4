import type { articles, products } from '@carewatch/migrations/schema/catalogue'
import type { Language } from '@carewatch/contracts/languages'

type Product = Omit<typeof products.$inferInsert, 'sort'>

const fitness = (name: string, price: number, [summary, description]: [string, string]): Product => ({
  type: 'fitness',
  name,
  price,
  summary,
  description,
})
const monitoring = (
  name: string,
  price: number | null,
  [summary, description]: [string, string],
): Product => ({
  type: 'monitoring',
  name,
  price,
  summary,
  description,
})

/** What the demo company sells, in the order of its shelf. */
export const demoProducts: readonly Product[] = [
  monitoring('Carewatch Care 4G', 890, [
    'The watch that calls for help: SOS button, fall detection, pulse, blood pressure, oxygen and location.',
    'Worn day and night, it measures by itself and rings the family and the care team when something is wrong. It has its own SIM and speaks and listens like a telephone. Two days on one charge; splash-proof for washing hands and showering.',
  ]),
  monitoring('Room gateway', 420, [
    'Hears the tags and sensors of a room and keeps the care team informed.',
    'One gateway covers a room of up to 60 m². Plugged into any socket, connected by Wi-Fi or cable. With it the room view shows who is where, and whether a door stands open.',
  ]),
  monitoring('Door and motion kit', 260, [
    'Two door contacts and a motion sensor for nights without worry.',
    'Tells you when the broker opens at three in the morning, or when nobody moved in the kitchen until noon. The batteries last about two years; the portal says when they run low.',
  ]),
  monitoring('Water and climate sensor', null, [
    'Notices water on the floor, and a room that is too warm or too cold.',
    'A small disc for the bathroom or under the sink, and a thermometer for the bedroom. Limits are set for each room. The price depends on the number of rooms: ask us.',
  ]),
  fitness('Elastic band set', 79, [
    'Three soft bands for arms, back and legs, with a leaflet in large print.',
    'Light, medium and firm, without latex. All the exercises of our article can be done sitting on a chair.',
  ]),
  fitness('Balance pad', 145, [
    'A soft pad that makes standing still an exercise.',
    'For those who have practised at the kitchen worktop and are ready for more. The underside does not slip. Always use it with something firm within reach.',
  ]),
  fitness('Pedal trainer', 320, [
    'Cycling from the armchair, with a display that is easy to read.',
    'Quiet, with a handle for carrying and a mat that keeps it in its place. Eight steps of resistance. Ten minutes a day are a good beginning.',
  ]),
  fitness('Grip trainer', 45, [
    'A soft ball in three strengths for hands that open jars again.',
    'Ten presses for each hand, twice a day. Also good to have beside the armchair during the news.',
  ]),
]

type Written = Pick<typeof articles.$inferInsert, 'type' | 'minutesToRead'> & {
  /** Of its file in `articles/`, for each language. */
  file: string
  /** Title and summary. */
  texts: Partial<Record<Language, [string, string]>> & { en: [string, string] }
}

/** What there is to read, the newest first. */
export const demoArticles: readonly Written[] = [
  {
    file: 'know-your-numbers',
    type: 'general',
    minutesToRead: 2,
    texts: {
      en: ['Know your numbers', 'Pulse, blood pressure and oxygen: what is usual for you, and when to call.'],
    },
  },
  {
    file: 'drinking',
    type: 'general',
    minutesToRead: 2,
    texts: {
      en: ['Drinking enough', 'Thirst fades with the years. Five ways to drink that work.'],
      iw: ['לשתות מספיק', 'עם השנים הצמא נחלש. חמש דרכים לשתות שעובדות.'],
    },
  },
  {
    file: 'chair-yoga',
    type: 'yoga',
    minutesToRead: 2,
    texts: {
      en: [
        'Ten minutes of chair yoga',
        'A gentle sequence for a stiff back and cold feet, all of it sitting down.',
      ],
      iw: ['עשר דקות של יוגה על כיסא', 'סדרה עדינה לגב נוקשה ולרגליים קרות, כולה בישיבה.'],
    },
  },
  {
    file: 'breathing',
    type: 'yoga',
    minutesToRead: 2,
    texts: { en: ['Four in, six out', 'The simplest breathing exercise, and when it helps.'] },
  },
  {
    file: 'standing-yoga',
    type: 'yoga',
    minutesToRead: 2,
    texts: { en: ['Three poses for steady legs', 'Standing yoga beside the kitchen worktop.'] },
  },
  {
    file: 'evening-stretch',
    type: 'yoga',
    minutesToRead: 2,
    texts: {
      en: ['A stretch before bed', 'Five quiet movements on the edge of the bed, and a better night.'],
    },
  },
  {
    file: 'sit-to-stand',
    type: 'gym',
    minutesToRead: 2,
    texts: {
      en: ['From sitting to standing', 'The one exercise that keeps you independent longest.'],
      iw: ['מישיבה לעמידה', 'התרגיל האחד ששומר על העצמאות לאורך זמן.'],
    },
  },
  {
    file: 'walking',
    type: 'gym',
    minutesToRead: 2,
    texts: { en: ['Five hundred steps more', 'How to walk further without noticing.'] },
  },
  {
    file: 'elastic-band',
    type: 'gym',
    minutesToRead: 2,
    texts: { en: ['Strong arms with an elastic band', 'Four exercises on a chair, twice a week.'] },
  },
  {
    file: 'balance',
    type: 'gym',
    minutesToRead: 2,
    texts: { en: ['Balance can be trained', 'Four steps at the kitchen worktop, and a kinder room.'] },
  },
]
