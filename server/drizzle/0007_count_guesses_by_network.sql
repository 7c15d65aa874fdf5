CREATE TABLE "address_attempts" (
	"network" text NOT NULL,
	"email" text NOT NULL,
	"failed_at" timestamp (3) with time zone,
	"succeeded_at" timestamp (3) with time zone,
	CONSTRAINT "address_attempts_network_email_pk" PRIMARY KEY("network","email")
);
--> statement-breakpoint
CREATE INDEX "address_attempts_failed" ON "address_attempts" USING btree ("network","failed_at");--> statement-breakpoint
DELETE FROM "login_attempts" WHERE "kind" = 'address';
