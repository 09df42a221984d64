'use strict';

/** Starts Vendure, which is installed in the current folder, with a table in memory. Prints its address as JSON. */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const load = createRequire(join(process.cwd(), 'package.json'));
const {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  JobQueueService,
  LogLevel,
  Populator,
} = load('@vendure/core');

const CONFIG = {
  apiOptions: { port: 0, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    cookieOptions: { secret: 'peer' },
  },
  dbConnectionOptions: { type: 'sqljs', synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: [DefaultJobQueuePlugin.init({}), DefaultSearchPlugin.init({})],
};

const SHOP = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  roles: [],
  countries: [{ code: 'DK', name: 'Denmark', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 25 }],
  shippingMethods: [{ name: 'Mail', price: 0 }],
  paymentMethods: [
    {
      name: 'Card',
      handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
};

const start = async () => {
  const app = await bootstrap(CONFIG);
  await app.get(Populator).populateInitialData(SHOP);
  await app.get(JobQueueService).start();
  const { port } = app.getHttpServer().address();
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
};

void start();
