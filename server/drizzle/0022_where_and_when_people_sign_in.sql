ALTER TABLE "auth_accounts" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "ip_address" text;--> statement-breakpoint
CREATE INDEX "audit_events_failed_sign_ins" ON "audit_events" USING btree ("subject_email","id") WHERE event in ('sign_in_failed', 'sign_in_locked', 'factor_passed');