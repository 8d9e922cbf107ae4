-- Of thousands of customers the few whom the manager’s step of a chain may mean.
CREATE INDEX "users_managers" ON "users" USING btree ("company_id") WHERE role = 'MANAGER';
